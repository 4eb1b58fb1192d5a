/**
 * The one line of antd's forms that its radio buttons use, and tables import those to choose a row: in the built pages
 * it comes from here, and the forms with the first screen that has one (docs/decisions/0215).
 */
export function toNamePathStr(name: string | number | readonly (string | number)[]): string {
  return [name].flat().join('_');
}
