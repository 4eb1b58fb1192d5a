/** The colours of a chart's parts, at 3:1 or more against the surface of either theme: light, dark. */
export const chartColours = {
  blue: ['#2f6fdb', '#7fb0ff'],
  violet: ['#6d5bd0', '#b5a8ff'],
  amber: ['#b45309', '#f5b946'],
  red: ['#b42318', '#ff8a7d'],
} as const;
type ChartColour = keyof typeof chartColours;

export function chartColour(name: ChartColour): string {
  return `light-dark(${chartColours[name].join(', ')})`;
}
