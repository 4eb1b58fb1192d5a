import { CORE_SCHEMA, loadAll, mergeTag, YAMLException } from 'js-yaml';
import * as z from 'zod';
import { StartupError } from '#server/kernel/startup-error.ts';
import { DriverError } from '#server/cabinets/drivers/driver.ts';

/** One object as Kubernetes takes it. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string | undefined;
    labels?: Record<string, string> | undefined;
    annotations?: Record<string, string> | undefined;
    [field: string]: unknown;
  };
  [field: string]: unknown;
}

/** The states of a cabinet in which a document is applied, by `tenantry/when`. Without it: in all, except for jobs. */
const whens = ['always', 'active', 'suspended', 'backup', 'restore'] as const;
export type When = (typeof whens)[number];

/** The placeholders of a template; `env.NAME` is the environment variable `CABINET_TEMPLATE_NAME`. */
export const placeholders = [
  'slug',
  'host',
  'own_host',
  'url',
  'client_id',
  'secret',
  'secret_digest',
  'locale',
  'backup',
  'api_url',
  'public_url',
  'product_name',
  'time_zone',
  'currency',
] as const;

export type Values = Record<string, string>;

interface TemplateDocument {
  when: When;
  /** Only while the cabinet has a domain of its customer's own. */
  isForOwnDomain: boolean;
  body: Manifest;
}
export type Template = readonly TemplateDocument[];

export const whenAnnotation = 'tenantry/when';
/** With the value `own-domain`: only for cabinets with a domain of their customer's own, `${own_host}`. */
export const forAnnotation = 'tenantry/for';
/** Scaled to zero while a cabinet is suspended; the driver waits until they run. */
export const workloadKinds = ['Deployment', 'StatefulSet'] as const;
const servingKinds: readonly string[] = [...workloadKinds, 'DaemonSet', 'Service', 'Ingress', 'HTTPRoute'];

const texts = z.record(z.string(), z.string());
const document = z.looseObject({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z.looseObject({
    name: z.string().min(1),
    namespace: z.string().optional(),
    labels: texts.optional(),
    annotations: texts.optional(),
  }),
});

/**
 * Checks the operator's template (`docs/kubernetes.md`) once at the start, and refuses it with a line that says what
 * is wrong and where. `environment` holds the `env.` values.
 */
export function parseTemplate(text: string, environment: Values): Template {
  checkPlaceholders(text, environment);
  const template = documentsOf(text).map(documentOf);
  if (template.length === 0) throw refused('it holds no document.');
  checkNamespace(template);
  checkParts(template);
  return template;
}

/**
 * The documents of one state with their values, in the order of the file. A value never changes the YAML's structure.
 */
export function render(template: Template, when: readonly When[], values: Values): Manifest[] {
  const namespace = fill(namespaceOf(template).metadata.name, values);
  return template
    .filter((part) => when.includes(part.when))
    .filter((part) => !part.isForOwnDomain || values['own_host'] !== undefined)
    .map(({ body }) => withNamespace(document.parse(deepFill(body, values)), namespace));
}

export function namespaceOf(template: Template): Manifest {
  const found = template.find(({ body }) => body.kind === 'Namespace');
  if (!found) throw new DriverError('template_invalid', 'it has no Namespace');
  return found.body;
}

/** Whether an object makes the cabinet answer. All others are made before, with its database. */
export function isServing({ kind }: Manifest): boolean {
  return servingKinds.includes(kind);
}

export function isWorkload({ kind }: Manifest): boolean {
  return (workloadKinds as readonly string[]).includes(kind);
}

/** As people name it: `Deployment cabinet`. */
export function nameOf({ kind, metadata }: Manifest): string {
  return `${kind} ${metadata.name}`;
}

/** `$${` stands for a literal `${`, which scripts in a template need. */
const placeholder = /\$(\$\{|\{([^}]*)\})/g;

function checkPlaceholders(text: string, environment: Values): void {
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trimStart().startsWith('#')) continue;
    for (const [whole, , name] of line.matchAll(placeholder)) {
      if (name === undefined) continue;
      const at = `line ${index + 1} uses ${whole}`;
      if (name.startsWith('env.')) {
        if (environment[name] !== undefined) continue;
        throw refused(`${at}, but CABINET_TEMPLATE_${name.slice(4)} is not set.`);
      }
      if (!(placeholders as readonly string[]).includes(name)) {
        throw refused(`${at}, which is no placeholder; there are ${placeholders.join(', ')} and env.NAME.`);
      }
    }
  }
}

function documentsOf(text: string): unknown[] {
  try {
    // The core schema leaves dates as text. Merge keys are added, because templates use them.
    const documents = loadAll(text, { schema: CORE_SCHEMA.withTags(mergeTag) });
    return documents.filter((one) => one !== null && one !== undefined);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw refused(`it is no YAML: ${error.message.split('\n', 1)[0]}.`);
  }
}

function documentOf(body: unknown, index: number): TemplateDocument {
  const parsed = document.safeParse(body);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') || 'it';
    throw refused(`document ${index + 1}: ${where} is missing or not what Kubernetes takes.`);
  }
  const manifest: Manifest = parsed.data;
  checkKeys(manifest, index);
  const {
    [whenAnnotation]: when = 'always',
    [forAnnotation]: purpose,
    ...annotations
  } = manifest.metadata.annotations ?? {};
  const known = whens.find((one) => one === when);
  if (!known) throw refused(`document ${index + 1}: ${whenAnnotation} is one of ${whens.join(', ')}.`);
  if (purpose !== undefined && purpose !== 'own-domain') {
    throw refused(`document ${index + 1}: ${forAnnotation} is own-domain, or left out.`);
  }
  const isForOwnDomain = purpose !== undefined;
  checkOwnHost(manifest, index, isForOwnDomain);
  const { annotations: _, ...metadata } = manifest.metadata;
  const rest = Object.keys(annotations).length > 0 ? { ...metadata, annotations } : metadata;
  return { when: known, isForOwnDomain, body: { ...manifest, metadata: rest } };
}

/** Other documents are applied without such a domain too, and objects are found again by their names. */
function checkOwnHost(manifest: Manifest, index: number, isForOwnDomain: boolean): void {
  const ownHost = '${own_host}';
  if (JSON.stringify(manifest).includes(ownHost) && !isForOwnDomain) {
    throw refused(`document ${index + 1} uses ${ownHost} and needs ${forAnnotation}: own-domain.`);
  }
  if (manifest.metadata.name.includes(ownHost)) {
    throw refused(`document ${index + 1}: ${ownHost} can't be part of a name.`);
  }
}

/** Refuses placeholders in keys, so that a value can't choose which field is set. */
function checkKeys(value: unknown, index: number): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (/\$\{/.test(key))
      throw refused(`document ${index + 1}: "${key}" is a name; placeholders stand in values.`);
    checkKeys(inner, index);
  }
}

function checkNamespace(template: Template): void {
  const namespaces = template.filter(({ body }) => body.kind === 'Namespace');
  const [first] = namespaces;
  if (namespaces.length !== 1 || first?.when !== 'always') {
    throw refused('it needs one Namespace, in every state: everything of a cabinet lives and ends there.');
  }
  const { name } = first.body.metadata;
  if (!/\$\{(slug|client_id)\}/.test(name)) {
    throw refused(`the Namespace "${name}" would be shared: its name needs \${slug} or \${client_id}.`);
  }
  const stranger = template.find(({ body }) => (body.metadata.namespace ?? name) !== name);
  if (stranger) {
    throw refused(
      `${nameOf(stranger.body)} is in another namespace than "${name}": leave its namespace out.`,
    );
  }
}

function checkParts(template: Template): void {
  if (!template.some(({ when, body }) => when !== 'suspended' && isWorkload(body))) {
    throw refused(`it needs a workload: ${workloadKinds.join(' or ')}.`);
  }
  for (const when of ['backup', 'restore'] as const) {
    const jobs = template.filter((part) => part.when === when && part.body.kind === 'Job');
    if (when === 'backup' ? jobs.length !== 1 : jobs.length > 1) {
      throw refused(`it needs one Job with ${whenAnnotation}: ${when}.`);
    }
    if (jobs[0] && !jobs[0].body.metadata.name.includes('${backup}')) {
      throw refused(`the name of the Job ${jobs[0].body.metadata.name} needs \${backup}: a Job runs once.`);
    }
  }
}

function withNamespace(manifest: Manifest, namespace: string): Manifest {
  if (manifest.kind === 'Namespace') return manifest;
  return { ...manifest, metadata: { ...manifest.metadata, namespace } };
}

function deepFill(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fill(value, values);
  if (Array.isArray(value)) return value.map((item) => deepFill(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deepFill(inner, values)]));
}

function fill(text: string, values: Values): string {
  return text.replaceAll(placeholder, (_whole, escaped: string, name: string | undefined) => {
    if (name === undefined) return escaped;
    const value = values[name];
    if (value === undefined) throw new DriverError('template_invalid', `\${${name}} has no value here`);
    return value;
  });
}

function refused(what: string): StartupError {
  return new StartupError(`CABINET_TEMPLATE: ${what}`);
}
