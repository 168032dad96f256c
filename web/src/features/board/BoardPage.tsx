import type { Board, BoardAgent } from '@doorstep/contract/board';
import { useState } from 'react';
import { BoardNumbers } from '../../domain/board/BoardNumbers.tsx';
import { NeedsAttention } from '../../domain/board/NeedsAttention.tsx';
import { useBoard } from '../../domain/board/use-board.ts';
import { FailedExports } from '../../domain/exports/FailedExports.tsx';
import { ApiError, failureOf, isNotOffered, messageOf } from '../../lib/api/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/EmptyState.tsx';
import { RefetchFailed } from '../../ui/feedback/RefetchFailed.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { SegmentedFilter } from '../../ui/table/SegmentedFilter.tsx';
import { agentColumns, lenderColumns } from './board-columns.tsx';

const failed = 'Couldn’t load the board';
/** The number of agents shown at first. The server sorts agents with late work to the top. */
const most = 25;

export function BoardPage() {
  const { data: board, error, isFetching, refetch } = useBoard();
  return (
    <Page title="Board">
      <FailedExports />
      {board ? (
        <>
          {error && (
            <div className="mb-3">
              <RefetchFailed
                noun="board"
                message={messageOf(error, failed)}
                isRetrying={isFetching}
                onRetry={() => void refetch()}
              />
            </div>
          )}
          <OpenBoard board={board} />
        </>
      ) : error ? (
        <Failure error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <p role="status" className="appear-late text-muted">
          Loading the board...
        </p>
      )}
    </Page>
  );
}

const orders = [{ value: 'unseen', label: 'Last seen: oldest first' }] as const;

/** Sorts the agents by their last connection, oldest first. Agents who were never seen come first. */
const byLastSeen = (agents: readonly BoardAgent[]) =>
  agents.toSorted((a, b) => (a.last_seen ?? '').localeCompare(b.last_seen ?? ''));

function OpenBoard({ board }: { board: Board }) {
  const [isWhole, setIsWhole] = useState(false);
  const [order, setOrder] = useState<'unseen'>();
  const { lenders } = board;
  const agents = order === 'unseen' ? byLastSeen(board.agents) : board.agents;
  const hasClock = board.late !== undefined;
  return (
    <div className="flex flex-col gap-5">
      <BoardNumbers board={board} />
      <section aria-labelledby="attention">
        <h2 id="attention" className="mb-2 text-lg font-semibold">
          Needs attention
        </h2>
        <NeedsAttention attention={board.attention} />
      </section>
      {hasClock && (
        <section>
          <h2 className="mb-2 text-lg font-semibold">Work by lender</h2>
          <DataTable
            label="Lenders"
            columns={lenderColumns}
            rows={lenders}
            rowKey={({ id }) => id}
            loadingText="Loading lenders..."
          />
        </section>
      )}
      <section>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
          <h2 className="text-lg font-semibold">Work by agent</h2>
          <SegmentedFilter label="Order" options={orders} value={order} onChange={setOrder} />
        </div>
        <DataTable
          label="Agents"
          columns={agentColumns(hasClock)}
          rows={isWhole ? agents : agents.slice(0, most)}
          rowKey={({ id }) => id}
          loadingText="Loading agents..."
          footer={
            !isWhole &&
            agents.length > most && (
              <div>
                <Button size="sm" onClick={() => setIsWhole(true)}>
                  Show all {formatNumber(agents.length)} agents
                </Button>
              </div>
            )
          }
          empty={
            <EmptyState
              title="No agents yet."
              hint="A super admin can register agents on the Agent page."
            />
          }
        />
      </section>
    </div>
  );
}

function Failure(props: { error: Error; isRetrying: boolean; onRetry: () => void }) {
  const { error, isRetrying, onRetry } = props;
  if (error instanceof ApiError && error.status === 403) {
    return <EmptyState kind="no-permission" title={failed} hint={messageOf(error, '')} />;
  }
  if (isNotOffered(error)) {
    return (
      <EmptyState title="This server has no board" hint="Open work is listed under Applicants." />
    );
  }
  return <ErrorState {...failureOf(error, failed)} isRetrying={isRetrying} onRetry={onRetry} />;
}
