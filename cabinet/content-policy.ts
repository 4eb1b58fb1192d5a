import { createHash } from 'node:crypto';

/** The policy for pages with one inline style sheet and no scripts but known ones; forms may lead to the platform. */
export function contentPolicy(
  { styles, scripts }: { styles: string; scripts: readonly string[] },
  platformOrigin: string,
): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(styles)}`,
    `script-src ${scripts.map(hashOf).join(' ')}`,
    "connect-src 'self'",
    `img-src 'self' data: ${platformOrigin}`,
    `form-action 'self' ${platformOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

export function withStyle(policy: string, style: string): string {
  return policy.replace('style-src ', `style-src ${hashOf(style)} `);
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}
