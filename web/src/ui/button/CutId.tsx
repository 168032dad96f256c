/** The last `tail` characters of a long id are always shown. */
const tail = 6;
/** An id with more characters than this is long. */
const short = 16;

export const isLongId = (text: string): boolean => text.length > short;

/** Leaves out the middle of a long id that doesn't fit, because a lender's ids usually differ at the end. */
export function CutId({ text }: { text: string }) {
  if (!isLongId(text)) return <bdi className="truncate">{text}</bdi>;
  return (
    <bdi className="flex min-w-0 whitespace-pre">
      <span className="overflow-hidden text-ellipsis">{text.slice(0, -tail)}</span>
      <span className="shrink-0">{text.slice(-tail)}</span>
    </bdi>
  );
}
