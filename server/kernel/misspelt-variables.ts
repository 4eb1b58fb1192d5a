/** Finds variables that were meant for this program but that it does not know. */

type Environment = Readonly<Record<string, string | undefined>>;

/** Similar to ours, but known to belong to other programs. */
const foreign = new Set(['APP_URL', 'EMAIL_FROM', 'KUBE_CONFIG', 'LOGLEVEL']);

/** Prefixes under which every other name is ours, or was meant to be. */
const prefixes = ['CABINET_', 'LIQPAY_', 'MONOBANK_', 'MONTONIO_', 'OIDC_', 'SMTP_'];
const ownFamilies = [/^CABINET_TEMPLATE_/];

/** Variables by which Kubernetes and Docker name other services to every container. */
const serviceLink = /_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))(_[A-Z0-9_]+)?$/;

/**
 * The variables that look like a misspelt one of ours that isn't set itself. Without this check the program would
 * start with a default, such as an embedded database in place of the one of `DATABSE_URL`.
 */
export function misspeltVariables(
  environment: Environment,
  known: readonly string[],
): { name: string; meant: string }[] {
  const missing = known.filter((name) => !environment[name]);
  return strangers(environment, known).flatMap((name) => {
    const meant = missing.find((one) => isMisspelt(name.toUpperCase(), one));
    return meant ? [{ name, meant }] : [];
  });
}

/** Unknown variables with our prefixes. The start only prints them, because other programs have some of those too. */
export function unknownVariables(environment: Environment, known: readonly string[]): string[] {
  return strangers(environment, known).filter(
    (name) =>
      prefixes.some((prefix) => name.startsWith(prefix)) && !ownFamilies.some((family) => family.test(name)),
  );
}

function strangers(environment: Environment, known: readonly string[]): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    const isLink = serviceLink.test(name) || /^(tcp|udp):\/\//.test(value ?? '');
    return !value || isLink || foreign.has(name) || known.includes(name) ? [] : [name];
  });
}

/** One slip in a name, two in a long one; in a short name only two swapped letters. */
function isMisspelt(name: string, known: string): boolean {
  // Another program's variable, which ours only reads.
  if (known === 'KUBECONFIG') return name === known;
  if (Math.abs(name.length - known.length) > 2) return false;
  const distance = editDistance(name, known);
  if (distance === 0) return true;
  if (known.length < 6) return distance === 1 && sorted(name) === sorted(known);
  return distance <= (known.length < 10 ? 1 : 2);
}

const sorted = (text: string) => [...text].toSorted().join('');

/** How many letters to add, leave out, change, or swap with their neighbour (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let best = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
      );
      if (a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        best = Math.min(best, at(row - 2, column - 2) + 1);
      }
      rows[row]?.push(best);
    }
  }
  return at(a.length, b.length);
}
