/** A number as it is printed: a minus, not a hyphen, before one below zero. */
export const printed = (number: number) => String(number).replace("-", "−");
