import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { renderChart, renderChartFile, type Values } from './render-chart.ts';

export const chartFolder = fileURLToPath(new URL('../../deploy/helm', import.meta.url));
const namespace = 'tenantry';
const template = 'cabinet-template.yaml';

/** What the bases say where an installation says its own. */
const shared = {
  publicUrl: 'https://panel.example',
  cabinetDomain: 'cabinets.example',
  // Nobody has this one.
  trustProxy: '192.0.2.10',
  routes: { controllerNamespace: 'ingress' },
};

/** The kustomize bases of deploy/, by their folders: the values of the chart that they are. */
export const bases: Record<string, { about: string; values: Values }> = {
  k8s: {
    about: 'every cabinet in one pod',
    values: { ...shared, driver: 'embedded' },
  },
  'k8s-driver': {
    about: 'each cabinet in a namespace of its own, by CABINET_DRIVER=kubernetes',
    values: { ...shared, driver: 'kubernetes' },
  },
};

/** The files of a base, by their names. */
export function baseFiles(name: string): Map<string, string> {
  const { about = '', values = {} } = bases[name] ?? {};
  const files = renderChart(chartFolder, values, { service: 'Kustomize', namespace });
  const settings =
    renderChart(chartFolder, values, { service: 'Helm', namespace }).get('settings.yaml') ?? '';
  const hasTemplate = values.driver === 'kubernetes';
  if (hasTemplate) {
    const release = { service: 'Kustomize', namespace } as const;
    files.set(template, renderChartFile(chartFolder, `files/${template}`, values, release));
  }
  const literals = (settings.split('\n---\n')[0]?.split('\ndata:\n')[1] ?? '').trimEnd().split('\n');
  const resources = [...files.keys()].filter((file) => file !== template);
  files.set('namespace.yaml', namespaceText);
  files.set(
    'kustomization.yaml',
    [
      `# ${about[0]?.toUpperCase()}${about.slice(1)}. kubectl apply --kustomize, after what is yours: the secrets, and in an`,
      '# overlay the addresses and the image (docs/kubernetes.md). Any PostgreSQL 15 or newer, reached by DATABASE_URL.',
      'apiVersion: kustomize.config.k8s.io/v1beta1',
      'kind: Kustomization',
      `namespace: ${namespace}`,
      'resources:',
      ...['namespace.yaml', ...resources].map((file) => `  - ${file}`),
      'configMapGenerator:',
      '  - name: tenantry',
      '    literals:',
      ...literals.map(literalOf),
      ...(hasTemplate ? ['  - name: cabinet-template', '    files:', `      - ${template}`] : []),
      '',
    ].join('\n'),
  );
  return new Map([...files].map(([file, text]) => [file, `${origin}${text}`] as const));
}

const origin =
  '# Rendered from deploy/helm by "node scripts/render-kubernetes.ts": change it there, or in an overlay.\n';

const namespaceText = `apiVersion: v1
kind: Namespace
metadata:
  name: ${namespace}
  labels:
    pod-security.kubernetes.io/enforce: restricted
`;

/** A line of a ConfigMap as a literal of kustomize. */
function literalOf(line: string): string {
  if (line.trim().startsWith('#')) return `      ${line.trim()}`;
  const [[name, value] = []] = Object.entries(Object(load(line)));
  return `      - ${name}=${String(value)}`;
}
