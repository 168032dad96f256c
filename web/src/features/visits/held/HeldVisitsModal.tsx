import type { Visit } from '@doorstep/contract/visits/visit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureOf } from '../../../lib/api/api-error.ts';
import { refetchLists } from '../../../lib/live/refetch-changed.ts';
import { CancelButton, Modal, ModalBody, ModalFooter } from '../../../ui/dialog/Modal.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { HeldVisit } from './HeldVisit.tsx';
import { heldVisitsQuery } from './held-visits-query.ts';
import { ImportVisitFile } from './ImportVisitFile.tsx';

export default function HeldVisitsModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch, isFetching } = useQuery(heldVisitsQuery);
  const held = data?.results;
  const visits = useStableOrder(held);
  const [notes, setNotes] = useState<Record<string, string>>({});

  const refetchAll = () => {
    void refetchLists(client, 'verification');
    void refetchLists(client, 'applicant');
  };

  return (
    <Modal
      title="Held Visits"
      size="lg"
      isDirty={held?.some(({ id }) => notes[id])}
      onClose={onClose}
    >
      <ModalBody>
        <p className="mb-4 max-w-prose text-muted">
          Doorstep could not apply these visits. Each visit shows the reason. Nothing is lost. Use
          the visits that count, and set the others aside.
        </p>
        <ImportVisitFile onSettled={refetchAll} />
        {error && !held ? (
          <ErrorState
            {...failureOf(error, 'Couldn’t list held visits')}
            onRetry={() => refetch()}
            isRetrying={isFetching}
          />
        ) : held === undefined ? (
          <Skeleton className="w-4/5" />
        ) : visits.length === 0 ? (
          <EmptyState kind="none" title="No held visits." />
        ) : (
          <ul className="space-y-8">
            {visits.map((visit) => (
              <li key={visit.id}>
                <HeldVisit
                  visit={visit}
                  isHeld={held.some(({ id }) => id === visit.id)}
                  note={notes[visit.id] ?? ''}
                  onNote={(note) => setNotes((all) => ({ ...all, [visit.id]: note }))}
                  onSettled={refetchAll}
                />
              </li>
            ))}
          </ul>
        )}
      </ModalBody>
      <ModalFooter>
        <CancelButton>Close</CancelButton>
      </ModalFooter>
    </Modal>
  );
}

/**
 * Returns all visits listed since the dialog opened, in a fixed order, so that settling a visit does not
 * move other visits under the pointer.
 */
function useStableOrder(held: readonly Visit[] | undefined): readonly Visit[] {
  const [last, setLast] = useState<{
    held?: readonly Visit[] | undefined;
    visits: readonly Visit[];
  }>({ visits: [] });
  if (held === undefined || held === last.held) return last.visits;
  const stayed = last.visits.map((visit) => held.find(({ id }) => id === visit.id) ?? visit);
  const come = held.filter(({ id }) => !stayed.some((visit) => visit.id === id));
  const visits = [...stayed, ...come];
  setLast({ held, visits });
  return visits;
}
