import { beforeEach, vi } from 'vitest';

export const pdf = (name?: string) =>
  new Response('%PDF-', {
    headers: {
      'Content-Type': 'application/pdf',
      ...(name && { 'Content-Disposition': `attachment; filename="${name}"` }),
    },
  });

/**
 * Blocks downloads in each test of the test file. Returns the names of the files that the current test has
 * tried to download.
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
