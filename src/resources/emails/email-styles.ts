/** The rules of an email's style sheet for dark mode or for a phone, as declarations by class. */
export type EmailLook = 'dark' | 'narrow';

const conditions: Record<EmailLook, string> = {
  dark: '(prefers-color-scheme: dark)',
  narrow: '(max-width: 480px)',
};

/** Declarations for each class that a look changes, in the order of the style sheet. */
export function declarationsFor(
  html: string,
  looks: readonly EmailLook[],
): [className: string, style: string][] {
  return looks.flatMap((look) => {
    const [, after = ''] = html.split(`@media ${conditions[look]} {`);
    const [block = ''] = after.split('\n}');
    return [...block.matchAll(/\.([a-z-]+) \{([^}]*)\}/g)].map(
      ([, name = '', style = '']): [string, string] => [name, style.replaceAll('!important', '')],
    );
  });
}
