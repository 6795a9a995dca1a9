import { MediaQuery } from "svelte/reactivity";

/**
 * Whether the table is drawn for a phone: the choices stand between the pieces concerned and the
 * rest, and what is not asked about lies folded.
 */
export const phone = new MediaQuery("(max-width: 900px)");
