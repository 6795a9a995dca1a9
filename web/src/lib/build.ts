import { offeredBuild } from "./api";

/** The build that this page was loaded with: asked once, when the page starts. */
export const ownBuild: Promise<string | null> = offeredBuild();

/** True if the server serves another build than `own`. Unknown builds are not compared. */
export const isOther = (own: string | null, served: string) =>
  own !== null && served !== "" && own !== served;
