/** An action on one row, as its toast tells it. */
export interface RowAction {
  /** Changes something on the server. A text that it gives is said instead of `done`. */
  send: () => Promise<unknown>;
  /** What the toast says afterwards. */
  done: string;
  /** Undoes it, offered in the toast. */
  undo?: RowAction | undefined;
}
