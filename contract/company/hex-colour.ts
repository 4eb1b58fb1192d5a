/** `#rrggbb` in lower case. */
export const hexColour = /^#[0-9a-f]{6}$/;
