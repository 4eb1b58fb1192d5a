import * as z from 'zod';

/** Pure: what the status of an object says (`docs/kubernetes.md`, "Readiness"). */

export type Readiness = 'ready' | 'pending' | 'failed';

const count = z.int().optional();
const condition = z.looseObject({
  type: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  message: z.string().optional(),
});
const conditions = z.array(condition).optional();
const workload = z.looseObject({
  metadata: z.looseObject({ generation: count }),
  spec: z.looseObject({ replicas: count }),
  status: z
    .looseObject({
      observedGeneration: count,
      replicas: count,
      updatedReplicas: count,
      readyReplicas: count,
      availableReplicas: count,
      conditions,
    })
    .optional(),
});
const job = z.looseObject({ status: z.looseObject({ conditions }).optional() });
const containerStatus = z.looseObject({
  name: z.string(),
  image: z.string(),
  state: z
    .looseObject({
      waiting: z.looseObject({ reason: z.string().optional(), message: z.string().optional() }).optional(),
    })
    .optional(),
});
const pod = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    containers: z.array(
      z.looseObject({ ports: z.array(z.looseObject({ containerPort: z.int() })).optional() }),
    ),
  }),
  status: z
    .looseObject({
      conditions,
      containerStatuses: z.array(containerStatus).optional(),
      initContainerStatuses: z.array(containerStatus).optional(),
    })
    .optional(),
});

/**
 * Ready when a Deployment or StatefulSet fully runs what was applied last. With nothing wanted, ready when nothing
 * runs.
 */
export function workloadReadiness(live: unknown): Readiness {
  const parsed = workload.safeParse(live);
  if (!parsed.success) return 'pending';
  const { metadata, spec, status } = parsed.data;
  if (!status || (status.observedGeneration ?? 0) < (metadata.generation ?? 0)) return 'pending';
  const wanted = spec.replicas ?? 1;
  if (wanted === 0) return (status.replicas ?? 0) === 0 ? 'ready' : 'pending';
  const all = [status.updatedReplicas, status.readyReplicas].every((ready) => (ready ?? 0) >= wanted);
  return all && (status.replicas ?? 0) <= wanted ? 'ready' : 'pending';
}

export function isScaledToZero(live: unknown): boolean {
  const parsed = workload.safeParse(live);
  return parsed.success && parsed.data.spec.replicas === 0;
}

export function jobReadiness(live: unknown): Readiness {
  const found = job.safeParse(live).data?.status?.conditions ?? [];
  const is = (type: string) => found.some((one) => one.type === type && one.status === 'True');
  if (is('Failed')) return 'failed';
  return is('Complete') || is('SuccessCriteriaMet') ? 'ready' : 'pending';
}

/** Why a job failed, in its own words. */
export function jobFailure(live: unknown): string {
  const failed = job.safeParse(live).data?.status?.conditions?.find(({ type }) => type === 'Failed');
  return failed?.message ?? failed?.reason ?? 'it failed';
}

/** The pod that its readiness probe calls ready, and its port; undefined while there is none. */
export function servingPod(pods: readonly unknown[]): { name: string; port: number } | undefined {
  for (const one of pods) {
    const parsed = pod.safeParse(one).data;
    const isReady = parsed?.status?.conditions?.some(
      ({ type, status }) => type === 'Ready' && status === 'True',
    );
    const port = parsed?.spec.containers[0]?.ports?.[0]?.containerPort;
    if (parsed && isReady && port) return { name: parsed.metadata.name, port };
  }
  return undefined;
}

/** What keeps a workload from running, in plain words; undefined when it may just need time. */
export function obstacleOf(
  live: unknown,
  pods: readonly unknown[],
): { reason: 'not_ready' | 'quota'; words: string } | undefined {
  const blocked = (workload.safeParse(live).data?.status?.conditions ?? []).find(
    ({ type, status }) => type === 'ReplicaFailure' && status === 'True',
  );
  if (blocked) {
    const words = `no pod can be made: ${blocked.message ?? blocked.reason ?? 'ReplicaFailure'}`;
    return { reason: /exceeded quota/.test(words) ? 'quota' : 'not_ready', words };
  }
  for (const one of pods) {
    const words = podObstacle(one);
    if (words) return { reason: 'not_ready', words };
  }
  return undefined;
}

function podObstacle(one: unknown): string | undefined {
  const status = pod.safeParse(one).data?.status;
  for (const container of [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]) {
    const { reason = '', message = '' } = container.state?.waiting ?? {};
    const words = containerObstacles[reason];
    if (words) return `${words(container)}${message && `: ${message}`}`;
  }
  const unscheduled = status?.conditions?.find(
    ({ type, status: is, reason }) => type === 'PodScheduled' && is === 'False' && reason === 'Unschedulable',
  );
  return unscheduled && `no node takes the pod: ${unscheduled.message ?? 'Unschedulable'}`;
}

type Words = (container: { name: string; image: string }) => string;
const notPulled: Words = ({ image }) => `the image ${image} cannot be pulled`;
const containerObstacles: Record<string, Words | undefined> = {
  ErrImagePull: notPulled,
  ImagePullBackOff: notPulled,
  InvalidImageName: ({ image }) => `"${image}" is no name of an image`,
  CrashLoopBackOff: ({ name }) => `the container ${name} ends again and again`,
  CreateContainerConfigError: ({ name }) => `the container ${name} lacks a secret or setting`,
  CreateContainerError: ({ name }) => `the container ${name} cannot be made`,
  RunContainerError: ({ name }) => `the container ${name} cannot be run`,
};
