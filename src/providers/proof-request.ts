/** Asks the person at the panel to prove who they are, when the server wants that for an act (docs/decisions/0190). */
export interface ProofRequest {
  /** Opens the dialog, or waits for the one that is open. False: it was cancelled. */
  ask(): Promise<boolean>;
  isOpen(): boolean;
  settle(isProved: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createProofRequest(): ProofRequest {
  const listeners = new Set<() => void>();
  let waiting: { answer: Promise<boolean>; settle: (isProved: boolean) => void } | null = null;
  const changed = () => listeners.forEach((listener) => listener());
  return {
    ask() {
      if (!waiting) {
        const { promise: answer, resolve: settle } = Promise.withResolvers<boolean>();
        waiting = { answer, settle };
        changed();
      }
      return waiting.answer;
    },
    isOpen: () => waiting !== null,
    settle(isProved) {
      waiting?.settle(isProved);
      waiting = null;
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
