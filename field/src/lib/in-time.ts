/** Waits for something that may never be answered: rejects with a TimeoutError after some milliseconds. */
export async function inTime<T>(awaited: Promise<T>, within: number, words: string): Promise<T> {
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
