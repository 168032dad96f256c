import { beforeEach, vi } from 'vitest';

export const pdf = (name?: string) =>
  new Response('%PDF-', {
    headers: {
      'Content-Type': 'application/pdf',
      ...(name && { 'Content-Disposition': `attachment; filename="${name}"` }),
    },
  });

/**
 * Blocks the downloads of each test of the file. Returns the names of the files that the current test
 * downloads.
 */
export function watchDownloads(): string[] {
  const names: string[] = [];
  beforeEach(() => {
    names.length = 0;
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    click.mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    return () => click.mockRestore();
  });
  return names;
}
