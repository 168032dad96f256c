/** The app can't know whether a `downloaded` file arrived. */
export type HandedOver = 'shared' | 'downloaded' | 'cancelled';

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
  // Revokes the address later, because the download reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
