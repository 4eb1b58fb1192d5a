/**
 * The parameters of a path for a pattern of whole segments: `:name` matches one, a `*` at the end matches the rest.
 * Case and a slash at the end don't matter. Null when the path does not match.
 */
export function pathMatch(pattern: string, pathname: string): Record<string, string> | null {
  const asked = segmentsOf(pathname);
  const parts = segmentsOf(pattern);
  const isOpen = parts.at(-1) === '*';
  if (isOpen) parts.pop();
  if (isOpen ? asked.length < parts.length : asked.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = asked[index] ?? '';
    if (part.startsWith(':')) parameters[part.slice(1)] = decoded(segment);
    else if (part !== segment.toLowerCase()) return null;
  }
  return parameters;
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Left as it is when its encoding is wrong. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
