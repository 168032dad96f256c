const loggedFields = ['code', 'severity', 'constraint', 'table', 'column', 'routine', 'syscall'];
/**
 * Our own errors whose messages are logged. The only value in these messages is the storage key of a file.
 */
const plain = ['BlobDamaged', 'BlobExists', 'BlobMissing'];

type LoggedError = { [field: string]: unknown; type: string; message: string; stack: string };

/**
 * Returns the parts of an error that are logged: code locations, error codes, and names such as those of
 * tables. Messages of the database, of parsers and of the network may quote personal data.
 */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const fields = error as unknown as Record<string, unknown>;
  const kept = Object.fromEntries(
    loggedFields.flatMap((name) =>
      typeof fields[name] === 'string' ? [[name, fields[name]]] : [],
    ),
  );
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    ...kept,
    type: error.name,
    message: plain.includes(error.name) ? error.message : '',
    stack: frames.join('\n'),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
  };
}
