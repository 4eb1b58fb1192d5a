import { Resolver } from 'node:dns/promises';
import type { DomainLook } from './own-domain-rule.ts';

/** `DNS_SERVERS`, or those of the machine. */
export interface NameServers {
  look(asked: { domain: string; proofName: string; proof: string; target: string }): Promise<DomainLook>;
}

/** A name may be an alias of an alias. */
const mostAliases = 5;
/** The answers of DNS that say that there is nothing. */
const nothing: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks about customers' domains: whose one is, and where it leads. Never throws. */
export function nameServers(servers: readonly string[]): NameServers {
  return {
    async look({ domain, proofName, proof, target }) {
      // A new one each time: a resolver doesn't follow changes of the machine's settings.
      const resolver = new Resolver({ timeout: 3000, tries: 2 });
      if (servers.length > 0) resolver.setServers(servers);
      const [texts, leads] = await Promise.all([
        answerOf(resolver.resolveTxt(proofName)),
        whereTo(resolver, domain, target),
      ]);
      const isFound = texts?.some((parts) => parts.join('') === proof);
      return { proof: texts === undefined ? 'unknown' : isFound ? 'found' : 'missing', leads };
    },
  };
}

async function whereTo(resolver: Resolver, domain: string, target: string): Promise<DomainLook['leads']> {
  let name = domain;
  for (let aliases = 0; aliases < mostAliases; aliases += 1) {
    const alias = await answerOf(resolver.resolveCname(name));
    if (alias === undefined) return 'unknown';
    if (alias[0] === undefined) break;
    name = alias[0].toLowerCase();
    if (name === target) return 'here';
  }
  // A domain itself can't be an alias: it has the same addresses instead.
  const own = await addressesOf(resolver, domain);
  if (own === undefined) return 'unknown';
  if (own.length === 0) return 'nowhere';
  const ours = await addressesOf(resolver, target);
  if (ours === undefined) return 'unknown';
  return own.every((address) => ours.includes(address)) ? 'here' : 'elsewhere';
}

async function addressesOf(resolver: Resolver, name: string): Promise<string[] | undefined> {
  const [four, six] = await Promise.all([
    answerOf(resolver.resolve4(name)),
    answerOf(resolver.resolve6(name)),
  ]);
  return four && six && [...four, ...six];
}

/** Empty where there is nothing; undefined where nobody answered. */
function answerOf<One>(asked: Promise<One[]>): Promise<One[] | undefined> {
  return asked.catch((error: NodeJS.ErrnoException) => (nothing.has(error.code ?? '') ? [] : undefined));
}
