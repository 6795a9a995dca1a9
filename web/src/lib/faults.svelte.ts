// Errors that nobody caught, for the person in front of the page.

import { ApiError } from "./api";

export interface Fault {
  message: string;
  count: number;
}

const MOST_SHOWN = 3;
/** Browsers report this as an error although nothing is lost. */
const HARMLESS = /^ResizeObserver loop/;

export const faults: Fault[] = $state([]);

/** Shows `error` to the person; the same words again are counted, not repeated. */
export function report(error: unknown): void {
  const message = wordsOf(error);
  if (HARMLESS.test(message)) return;
  const known = faults.find((fault) => fault.message === message);
  if (known) known.count += 1;
  else if (faults.length < MOST_SHOWN) faults.push({ message, count: 1 });
}

function wordsOf(error: unknown): string {
  if (error instanceof ApiError) return error.problem.message;
  if (error instanceof Error) return error.message || error.name;
  return String(error);
}

/** Reports every error and rejection that reaches the window. Ends with the function returned. */
export function watchFaults(): () => void {
  const onError = (event: ErrorEvent) => {
    if (isOurs(event.filename)) report(event.error ?? event.message);
  };
  const onRejection = (event: PromiseRejectionEvent) => report(event.reason);
  addEventListener("error", onError);
  addEventListener("unhandledrejection", onRejection);
  return () => {
    removeEventListener("error", onError);
    removeEventListener("unhandledrejection", onRejection);
  };
}

/** False for scripts that the browser itself has put into the page. */
const isOurs = (file: string) => !file || /^(https?|blob):/.test(file);
