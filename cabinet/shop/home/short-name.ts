/** Legal forms as a register writes them, and as everybody does. */
const forms: readonly (readonly [long: string, short: string])[] = [
  ['товариство з обмеженою відповідальністю', 'ТОВ'],
  ['товариство з додатковою відповідальністю', 'ТДВ'],
  ['приватне акціонерне товариство', 'ПрАТ'],
  ['приватне підприємство', 'ПП'],
  ['фізична особа-підприємець', 'ФОП'],
  ['общество с ограниченной ответственностью', 'ООО'],
  ['uždaroji akcinė bendrovė', 'UAB'],
  ['mažoji bendrija', 'MB'],
  ['gesellschaft mit beschränkter haftung', 'GmbH'],
  ['limited liability company', 'LLC'],
];

/** A company's name with its legal form in its usual short form, for a heading; papers have the full one. */
export function shortName(name: string): string {
  const [long, short] = forms.find(([form]) => name.toLowerCase().includes(form)) ?? [];
  if (long === undefined || short === undefined) return name;
  const place = name.toLowerCase().indexOf(long);
  return name.slice(0, place) + short + name.slice(place + long.length);
}
