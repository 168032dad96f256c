/** Waits for a promise that may never settle. Rejects with a TimeoutError after `within` milliseconds. */
export async function withTimeout<T>(
  awaited: Promise<T>,
  within: number,
  words: string,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(words, 'TimeoutError')), within);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}
