export interface Change {
  at: number;
  kind: string;
  id: number | null;
}

export async function follow(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  onChange: (change: Change) => void,
): Promise<void> {
  try {
    const answer = await fetch(url, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal,
    });
    let rest = '';
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + part).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        const { changes } = JSON.parse(line.slice(6)) as { changes: Omit<Change, 'at'>[] };
        for (const change of changes) onChange({ at: performance.now(), ...change });
      }
    }
  } catch {
    // A lost connection is no error, because the caller connects again, as a browser does.
  }
}
