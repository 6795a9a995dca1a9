// The table of Auction in the browser. What `mount` is given and gives back: docs/adding-a-game.md.

const STYLE = new URL("table.css", import.meta.url).href;

export function mount(element, context) {
  element.innerHTML = `<link rel="stylesheet" href="${STYLE}"><div class="auction"></div>`;
  const table = element.lastElementChild;
  const update = (now) => table.replaceChildren(middle(now), ...now.view.seats.map((seat) => row(now, seat)));
  update(context);
  return { update, destroy: () => element.replaceChildren() };
}

function middle({ view, piece }) {
  const section = make("section", "card middle");
  const prize = make("div", "prize", view.prize.worth || "–");
  const deck = make("div", "deck", view.deck.label);
  piece(prize, view.prize.spot, view.prize.label);
  piece(deck, view.deck.spot, view.deck.label);
  section.append(prize, deck);
  return section;
}

function row({ view, names, piece }, seat) {
  const section = make("section", seat.seat === view.viewer ? "card seat own" : "card seat");
  const bid = seat.bid === null ? "" : seat.bid === "hidden" ? " has bid" : ` bids ${seat.bid}`;
  section.append(make("h2", "", `${names[seat.seat]}${bid}`), make("b", "", `Points: ${seat.points}`));
  const hand = make("div", "cards");
  for (const card of seat.hand) {
    const element = make("div", "number", card.number);
    piece(element, card.spot, card.label);
    hand.append(element);
  }
  if (!seat.hand.length) for (let card = 0; card < seat.cards; card += 1) hand.append(make("div", "number back"));
  const played = make("div", "cards played");
  played.append(...seat.played.map((number) => make("div", "number", number)));
  section.append(hand, played);
  return section;
}

function make(tag, className, text = "") {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
