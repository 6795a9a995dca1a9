// Notices of this browser: whether it may show any, showing one, and push while no page is open.

/** Whether notices can be shown: only over https is there any, and people may refuse. */
export type Standing = "insecure" | "absent" | "default" | "granted" | "denied";

export function standing(): Standing {
  if (!window.isSecureContext) return "insecure";
  return "Notification" in window ? Notification.permission : "absent";
}

/** Asks for leave to show notices, if that is still open. */
export async function askLeave(): Promise<Standing> {
  if (standing() === "default") await Notification.requestPermission();
  return standing();
}

export interface Shown {
  table: string;
  title: string;
  words: string;
}

/** Says that it is somebody's turn; it goes away when the page is looked at. */
export async function show({ table, title, words }: Shown): Promise<void> {
  if (standing() !== "granted") return;
  const about = { body: words, tag: table, icon: "./icon-turn.svg", data: { table } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) {
    await worker.showNotification(title, about); // on phones only a worker may
    whenSeen(async () => {
      for (const one of await worker.getNotifications({ tag: table })) one.close();
    });
    return;
  }
  try {
    const notice = new Notification(title, about);
    notice.onclick = () => window.focus();
    whenSeen(() => notice.close());
  } catch {
    // A phone whose worker is not there yet: the mark in the tab says it.
  }
}

function whenSeen(work: () => void): void {
  const over = new AbortController();
  const seen = () => {
    if (document.hidden) return;
    over.abort();
    work();
  };
  document.addEventListener("visibilitychange", seen, { signal: over.signal });
  seen();
}

/** Starts the worker that shows notices where a page alone may not; null: there is none. */
export async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return null;
  await navigator.serviceWorker.register(new URL("notices.js", document.baseURI));
  return navigator.serviceWorker.ready;
}

/** Whether this browser can be told while no page is open. */
export const canPush = () =>
  window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window;

/** Where this browser is told; null: nowhere. */
export async function subscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null;
  const there = await navigator.serviceWorker.getRegistration();
  return (await there?.pushManager?.getSubscription()) ?? null;
}

/**
 * Has this browser told by its push service, by the server with this key.
 *
 * @throws Error The push service does not answer, or the browser refuses.
 */
export async function subscribe(key: string): Promise<PushSubscription> {
  const there = await worker();
  if (!there) throw new Error("no worker");
  const known = await there.pushManager.getSubscription();
  if (known && keyOf(known) !== key) await known.unsubscribe(); // of a server that had another key
  return there.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
