/** Characters of an id that are always shown, and the length up to which it is not cut. */
const tail = 6;
const short = 16;

export const isLongId = (text: string): boolean => text.length > short;

/** An id on one line. Where it does not fit, its middle is left out: the ids of a lender begin alike and differ at the end. */
export function CutId({ text }: { text: string }) {
  if (!isLongId(text)) return <bdi className="truncate">{text}</bdi>;
  return (
    <bdi className="flex min-w-0 whitespace-pre">
      <span className="overflow-hidden text-ellipsis">{text.slice(0, -tail)}</span>
      <span className="shrink-0">{text.slice(-tail)}</span>
    </bdi>
  );
}
