/** Hands a file to the browser to be saved. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The file name in an answer. */
export function fileNameOf(response: Response): string | undefined {
  return /filename="([^"/\\]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
}
