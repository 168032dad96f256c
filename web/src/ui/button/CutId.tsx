/**
 * The number of characters at the end of a long id that are always shown. An id is long if it has more than
 * `short` characters.
 */
const tail = 6;
const short = 16;

export const isLongId = (text: string): boolean => text.length > short;

/** If a long id does not fit, its middle is left out, because a lender's ids differ at the end. */
export function CutId({ text }: { text: string }) {
  if (!isLongId(text)) return <bdi className="truncate">{text}</bdi>;
  return (
    <bdi className="flex min-w-0 whitespace-pre">
      <span className="overflow-hidden text-ellipsis">{text.slice(0, -tail)}</span>
      <span className="shrink-0">{text.slice(-tail)}</span>
    </bdi>
  );
}
