import { HTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import { ObjectSerializer } from '@kubernetes/client-node/dist/gen/models/ObjectSerializer.js';
import { ValidatingAdmissionPolicy } from 'kubernetes-models/admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy';
import { ValidatingAdmissionPolicyBinding } from 'kubernetes-models/admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ClusterRole } from 'kubernetes-models/rbac.authorization.k8s.io/v1/ClusterRole';
import { ClusterRoleBinding } from 'kubernetes-models/rbac.authorization.k8s.io/v1/ClusterRoleBinding';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { LimitRange } from 'kubernetes-models/v1/LimitRange';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Pod } from 'kubernetes-models/v1/Pod';
import { ResourceQuota } from 'kubernetes-models/v1/ResourceQuota';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

/**
 * Kubernetes' published schemas, and those of Gateway API, from packages that are generated from them:
 * `kubernetes-models` knows types, limits and required fields; the official client's models know every field.
 */
interface Kind {
  kind: string;
  apiVersion: string;
  plural: string;
  namespaced: boolean;
  /** Throws when the object isn't one. */
  check(body: object): void;
}

interface ModelClass {
  kind: string;
  apiVersion: string;
  new (data: never): { validate(): void };
}

const clusterWide = [
  'Namespace',
  'ClusterRole',
  'ClusterRoleBinding',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
];
const models: ModelClass[] = [
  Namespace,
  ResourceQuota,
  LimitRange,
  NetworkPolicy,
  ServiceAccount,
  Secret,
  ConfigMap,
  PersistentVolumeClaim,
  Deployment,
  StatefulSet,
  Job,
  Service,
  Ingress,
  Pod,
  PodDisruptionBudget,
  ClusterRole,
  ClusterRoleBinding,
  HorizontalPodAutoscaler,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  HTTPRoute,
];

export const kinds: readonly Kind[] = models.map((model) => ({
  kind: model.kind,
  apiVersion: model.apiVersion,
  plural: pluralOf(model.kind),
  namespaced: !clusterWide.includes(model.kind),
  check: (body) => new model(body as never).validate(), // the check itself finds out whether it fits
}));

/** Why Kubernetes would refuse the object with `fieldValidation=Strict`; undefined when it would take it. */
export function refusalOf(body: object): string | undefined {
  const { apiVersion, kind } = body as { apiVersion?: unknown; kind?: unknown }; // checked before anything else
  const known = kinds.find((one) => one.apiVersion === apiVersion && one.kind === kind);
  if (!known) return `no kind "${String(kind)}" in version "${String(apiVersion)}"`;
  try {
    known.check(body);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  // The official client knows the kinds of Kubernetes itself.
  if (apiVersion === HTTPRoute.apiVersion) return undefined;
  const [, version = known.apiVersion] = known.apiVersion.split('/');
  const type = `${version[0]?.toUpperCase()}${version.slice(1)}${known.kind}`;
  const kept = ObjectSerializer.serialize(ObjectSerializer.deserialize(body, type, ''), type, '');
  const unknown = lostFields(body, kept);
  return unknown.length > 0 ? `strict decoding error: unknown field "${unknown.join('", "')}"` : undefined;
}

/** Fields that the models lose. */
function lostFields(sent: unknown, kept: unknown, path = ''): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  if (typeof kept !== 'object' || kept === null) return [path];
  const inside = new Map(Object.entries(kept));
  return Object.entries(sent).flatMap(([key, value]) => {
    const at = path ? `${path}.${key}` : key;
    return inside.get(key) === undefined ? [at] : lostFields(value, inside.get(key), at);
  });
}

function pluralOf(kind: string): string {
  const lower = kind.toLowerCase();
  if (lower.endsWith('y')) return `${lower.slice(0, -1)}ies`;
  return lower.endsWith('s') ? `${lower}es` : `${lower}s`;
}
