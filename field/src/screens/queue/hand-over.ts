/** Shares a file where the phone can, otherwise downloads it. False where the agent cancelled. */
export async function handOver(file: File): Promise<boolean> {
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
      return true;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false;
    }
  }
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // Later, since the download reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return true;
}
