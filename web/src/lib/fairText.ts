// What is said about the promise of a deal.

import { plural } from "./text";

export const fairText = {
  none: "Nothing was promised about the shuffles of this game before its first move: it is a prepared deal, or older than such promises.",
  tried:
    "Nothing was promised here: this table goes on from a game that is over, and its seed is known.",
  guessed:
    "Nothing was promised here: this table goes on from a guess of what was hidden in a game that was being played.",
  opened:
    "This is the record of a game. Whether the promise in it was given before the first move, only who sat there can tell.",
  open: "All shuffles and dice of this game are fixed already. The hash below is the promise; what it was made of is told when the game is over.",
  kept: "The promise was kept: the seed is the one that was fixed when the hash below was made.",
  broken:
    "The promise was NOT kept: what the server tells now does not have the hash that it showed. Do not trust this game.",
  exchanged:
    "The promise was exchanged: this device first saw another hash. Do not trust this game.",
  noted: (version: number) =>
    version === 0
      ? "This device noted the hash before the first move, and holds the server to it."
      : `This device noted the hash after ${plural(version, "move", "moves")}, when it first came here, and holds the server to it from then on.`,
  unkept: "This device did not note the hash while the game was played.",
  pledge: "Hash (SHA-256)",
  first: "Hash that this device noted first",
  deal: "What it was promised for",
  salt: "Salt",
  seed: "Seed",
  hash: "Hash of the seed alone",
  explain:
    "The hash is the SHA-256 of salt, seed and deal, each one line. All shuffles and dice come from the seed, which stays secret until the end, so nobody can choose them once the hash is shown. The game record holds all of it: wardround replay --check plays it again and compares. Nobody can tell from it whether the server tried several seeds before the game.",
};
