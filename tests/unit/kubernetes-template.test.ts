import { describe, expect, it } from 'vitest';
import { parseTemplate, render } from '#server/cabinets/drivers/kubernetes/kubernetes-template.ts';
import { StartupError } from '#server/kernel/startup-error.ts';
import { refusalOf } from '#tests/support/kubernetes/schemas.ts';
import {
  exampleCabinet,
  exampleEnvironment,
  exampleTemplate,
  exampleText,
  exampleValues,
} from '#tests/support/kubernetes/template.ts';

const values = {
  ...exampleValues,
  slug: 'ganok',
  host: exampleCabinet.domain,
  url: exampleCabinet.url,
  client_id: exampleCabinet.clientId,
  secret: exampleCabinet.secret,
  secret_digest: '0123456789abcdef',
  backup: 'abc123',
};

const namespace = `
apiVersion: v1
kind: Namespace
metadata: { name: 'cabinet-\${slug}' }
`;
const workload = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: cabinet }
`;
const backup = `
apiVersion: batch/v1
kind: Job
metadata:
  name: backup-\${backup}
  annotations: { tenantry/when: backup }
`;
const together = (...documents: string[]) => documents.join('\n---\n');
const refusal = (text: string): string => {
  try {
    parseTemplate(text, exampleEnvironment);
    return 'taken';
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return error instanceof Error ? error.message : '';
  }
};

describe('the example template', () => {
  it('is what Kubernetes takes, in every state', () => {
    const all = render(exampleTemplate(), ['always', 'active', 'suspended', 'backup', 'restore'], values);
    expect(all.map((one) => [one.kind, refusalOf(one)]).filter(([, wrong]) => wrong)).toEqual([]);
    expect(all.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'Namespace',
        'ResourceQuota',
        'NetworkPolicy',
        'Secret',
        'Deployment',
        'Ingress',
      ]),
    );
  });

  it('keeps everything in the namespace of the cabinet', () => {
    const [first, ...rest] = render(exampleTemplate(), ['always', 'active'], values);
    expect(first?.metadata).toMatchObject({ name: 'cabinet-ganok' });
    expect(new Set(rest.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['cabinet-ganok']));
  });

  it('applies the suspended documents to suspended cabinets alone, without the note that says so', () => {
    const kinds = (when: 'active' | 'suspended') =>
      render(exampleTemplate(), [when], values).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(kinds('active')).toEqual(['Ingress cabinet']);
    expect(kinds('suspended')).toEqual(['Service suspended', 'Ingress cabinet']);
    expect(JSON.stringify(render(exampleTemplate(), ['suspended'], values))).not.toContain('tenantry/when');
  });
});

describe('a value', () => {
  it.each([
    '"}\n---\nkind: ClusterRole',
    "'; rm -rf / #",
    'yes',
    '0x1F',
    '${secret}',
    '$${x}',
    '*alias',
    '2026-01-01',
    '~',
  ])('stays the text that it is: %j', (product_name) => {
    const documents = render(exampleTemplate(), ['always'], { ...values, product_name });
    const text = JSON.stringify(documents);
    expect(text).toContain(JSON.stringify(product_name));
    expect(documents).toHaveLength(render(exampleTemplate(), ['always'], values).length);
    expect(documents.map(refusalOf).filter(Boolean)).toEqual([]);
  });

  it('may stand in the middle, and $${ is no placeholder', () => {
    const text = together(
      namespace,
      workload,
      backup,
      workload.replace('cabinet', () => "'x-${slug}-$${HOME}'"),
    );
    const [, , last] = render(parseTemplate(text, {}), ['always'], values);
    expect(last?.metadata.name).toBe('x-ganok-${HOME}');
  });
});

describe('a template', () => {
  it('is taken without the parts that may be left out', () => {
    expect(refusal(together(namespace, workload, backup))).toBe('taken');
  });

  it.each([
    ['nothing', '', 'it holds no document'],
    ['no YAML', 'a: [', 'it is no YAML'],
    [
      'an unknown placeholder',
      `${namespace}# \n  labels: { a: '\${nmae}' }`,
      'line 6 uses ${nmae}, which is no placeholder',
    ],
    [
      'an unset one',
      together(namespace, workload.replace('cabinet', "'${env.NODE}'")),
      'CABINET_TEMPLATE_NODE is not set',
    ],
    ['a document that is none', together(namespace, 'kind: Pod\n'), 'document 2: apiVersion'],
    [
      'a placeholder as a key',
      together(namespace, `${workload}spec: { '\${slug}': 1 }`),
      '"${slug}" is a name',
    ],
    ['no namespace', together(workload, backup), 'it needs one Namespace'],
    ['two namespaces', together(namespace, namespace), 'it needs one Namespace'],
    ['a shared namespace', namespace.replace('${slug}', 'x'), 'would be shared'],
    [
      'another namespace',
      together(namespace, workload.replace('name: cabinet', 'name: cabinet, namespace: default')),
      'Deployment cabinet is in another namespace',
    ],
    ['no workload', together(namespace, backup), 'it needs a workload: Deployment or StatefulSet'],
    ['no backup', together(namespace, workload), 'it needs one Job with tenantry/when: backup'],
    [
      'a backup that runs once',
      together(namespace, workload, backup.replace('${backup}', '1')),
      'needs ${backup}',
    ],
    [
      'an own domain in a document that is always there',
      together(namespace, workload.replace('cabinet', "'${own_host}'"), backup),
      'needs tenantry/for: own-domain',
    ],
    [
      'an unknown purpose',
      together(namespace, backup.replace('backup }', 'backup, tenantry/for: fun }')),
      'tenantry/for is own-domain',
    ],
    [
      'an own domain in a name',
      together(
        namespace,
        workload,
        backup,
        `kind: Service\napiVersion: v1\nmetadata: { name: '\${own_host}', annotations: { tenantry/for: own-domain } }\n`,
      ),
      "can't be part of a name",
    ],
    [
      'an unknown state',
      together(namespace, backup.replace('backup }', 'never }')),
      'tenantry/when is one of',
    ],
  ])('with %s is refused in one line', (_name, text, words) => {
    const line = refusal(text);
    expect(line).toContain(words);
    expect(line).toMatch(/^CABINET_TEMPLATE: /);
    expect(line).not.toContain('\n');
  });

  it('may be explained in comments that name no placeholder', () => {
    expect(refusal(`# \${anything}\n${together(namespace, workload, backup)}`)).toBe('taken');
    expect(exampleText).toContain('# ');
  });
});
