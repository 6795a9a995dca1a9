// How the browser's tab looks: its title, and an icon with a mark where it is somebody's turn.

const ICONS = { calm: "./icon.svg", turn: "./icon-turn.svg" };

export function markTab(title: string, turn = false): void {
  document.title = title;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const wanted = turn ? ICONS.turn : ICONS.calm;
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
