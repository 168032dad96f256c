/** How a file left the app. Whether a download arrived can't be known. */
export type HandedOver = 'shared' | 'downloaded' | 'cancelled';

/** Shares a file where the phone can, otherwise downloads it. */
export async function handOver(file: File): Promise<HandedOver> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    }
  }
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Later, since the download reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return 'downloaded';
}
