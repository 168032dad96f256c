import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { failureOf } from '../../../lib/api/api-error.ts';
import { refetchLists } from '../../../lib/live/refetch-changed.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Modal, ModalBody, ModalFooter } from '../../../ui/dialog/Modal.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { HeldVisit } from './HeldVisit.tsx';
import { TakeInFile } from './TakeInFile.tsx';
import { heldVisitsQuery } from './visit-queries.ts';

/** Visits that came too late to count by themselves, each to be used or set aside. */
export default function HeldVisitsModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(heldVisitsQuery);
  const list = useRef<HTMLDivElement>(null);

  const refetchAll = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['visits'] }),
      refetchLists(client, 'verification'),
      refetchLists(client, 'applicant'),
    ]);

  async function settled(message: string) {
    toast.success(message);
    await refetchAll();
    // The visit whose button had the focus is gone.
    list.current?.focus();
  }

  return (
    <Modal title="Held Visits" size="lg" onClose={onClose}>
      <ModalBody>
        <div ref={list} tabIndex={-1} className="outline-none">
          <p className="mb-4 max-w-prose text-muted">
            Their agents were at the door, but the task had changed hands before the visit arrived.
            Nothing of them is lost. Use what counts, and set the rest aside.
          </p>
          <TakeInFile onSettled={() => void refetchAll()} />
          {error && !data ? (
            <ErrorState
              {...failureOf(error, 'Held visits could not be listed')}
              onRetry={() => refetch()}
              isRetrying={isFetching}
            />
          ) : data === undefined ? (
            <Skeleton className="w-4/5" />
          ) : data.results.length === 0 ? (
            <EmptyState kind="none" title="No held visits." />
          ) : (
            <ul className="space-y-8">
              {data.results.map((visit) => (
                <li key={visit.id}>
                  <HeldVisit visit={visit} onSettled={settled} onRefused={() => void refetch()} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>Close</Button>
      </ModalFooter>
    </Modal>
  );
}
