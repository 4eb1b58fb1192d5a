/** When which cabinet is to report, and how often in a row that failed. */
export interface ReportSchedule {
  /** Not later than this; what is due sooner stays. */
  sooner(clientId: string, at: Date): void;
  put(clientId: string, due: { at: Date; failures: number }): void;
  /** The longest due ones. */
  due(now: Date, limit: number): Due[];
  forget(clientId: string): void;
}

export interface Due {
  clientId: string;
  failures: number;
}
