/** Where archives are kept. Every method throws a `StartupError` that says in words what the place refused. */
export interface BackupPlace {
  /** For people; without keys. */
  address: string;
  /** The names of everything there. */
  list(): Promise<string[]>;
  /** The name appears when all of it is there. */
  write(name: string, content: AsyncIterable<Uint8Array>, options: { signal?: AbortSignal }): Promise<void>;
  read(name: string): Promise<AsyncIterable<Uint8Array>>;
  remove(name: string): Promise<void>;
}
