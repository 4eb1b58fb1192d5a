/** Hands a file to the browser to be saved. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download takes what it needs before this.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name that an answer gives its file. */
export function fileNameOf(response: Response): string | undefined {
  return /filename="([^"/\\]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
}
