/** How a file left the app. Whether a download arrived is unknown. */
export type HandedOver = 'shared' | 'downloaded' | 'cancelled';

/** Shares files if the phone can, otherwise downloads them. */
export async function handOver(files: File[]): Promise<HandedOver> {
  if (navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  for (const file of files) download(file);
  return 'downloaded';
}

function download(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Revoked later, because the download reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
