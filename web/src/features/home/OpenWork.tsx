import { Link } from '@tanstack/react-router';
import { BoardNumbers } from '../../domain/board/BoardNumbers.tsx';
import { NeedsAttention } from '../../domain/board/NeedsAttention.tsx';
import { useBoard } from '../../domain/board/use-board.ts';
import { buttonClass } from '../../ui/button/button-class.ts';

export function OpenWork() {
  const { data: board } = useBoard();
  if (!board) return null;
  return (
    <section
      aria-labelledby="open-work"
      className="mx-auto flex w-full max-w-5xl flex-col gap-3 px-4 pb-10 sm:px-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="open-work" className="text-lg font-semibold">
          Open work
        </h2>
        <Link to="/board" className={buttonClass({})}>
          Open the board
        </Link>
      </div>
      <BoardNumbers board={board} />
      <NeedsAttention attention={board.attention} />
    </section>
  );
}
