/** When each cabinet must report, and how often in a row it has failed. */
export interface ReportSchedule {
  /** At this time at the latest; an earlier time stays. */
  sooner(clientId: string, at: Date): void;
  put(clientId: string, due: { at: Date; failures: number }): void;
  /** The longest due first. */
  due(now: Date, limit: number): Due[];
  forget(clientId: string): void;
}

export interface Due {
  clientId: string;
  failures: number;
}
