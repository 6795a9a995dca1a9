// What a push service brings while no page is open, and where a press on a notice leads.

self.addEventListener("push", (event) => {
  const { table, game, text } = event.data?.json() ?? {};
  const about = { body: text ?? "", tag: table, icon: "./icon-turn.svg", data: { table } };
  event.waitUntil(self.registration.showNotification(game ?? "Wardround", about));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.table));
});

/** Shows a page of the table that is open, or opens one. */
async function lead(table) {
  const path = table ? `#/t/${encodeURIComponent(table)}` : "#/";
  const { href, hash } = new URL(path, self.registration.scope);
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find(({ url }) => `${new URL(url).hash}/`.startsWith(`${hash}/`));
  await (there ? there.focus() : self.clients.openWindow(href));
}
