import { limits } from '@doorstep/contract/limits';
import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureOf } from '../../../lib/api/api-error.ts';
import { formatNumber } from '../../../lib/format.ts';
import { repeatWhileActive } from '../../../lib/live/attention.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Modal, ModalBody, ModalFooter } from '../../../ui/dialog/Modal.tsx';
import { ErrorState } from '../../../ui/feedback/EmptyState.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { ArchiveForm } from './ArchiveForm.tsx';
import { ArchiveItem } from './ArchiveItem.tsx';
import { archivesQuery } from './archive-queries.ts';

/** Milliseconds between two polls of an archive's progress. */
const glance = 1_000;

interface ArchivesModalProps {
  /** The decision that the list is filtered by. */
  decision?: DecisionFilter;
  onClose: () => void;
}

/** Makes a ZIP file of many reports: its content, and the files in progress or ready. */
export default function ArchivesModal({ decision, onClose }: ArchivesModalProps) {
  const { data: archives, error, refetch, isFetching } = useQuery(archivesQuery);
  const list = useRef<HTMLDivElement>(null);
  const isUnfinished = archives?.some(({ status }) => status !== 'ready') ?? false;
  useEffect(() => {
    if (!isUnfinished) return;
    return repeatWhileActive(() => void refetch({ cancelRefetch: false }), glance);
  }, [isUnfinished, refetch]);
  return (
    <Modal title="Download reports" size="lg" onClose={onClose}>
      <ModalBody className="space-y-6">
        <Section title="New ZIP file">
          <p className="mb-3 max-w-prose text-muted">
            The reports of up to {formatNumber(limits.archiveMaxReports)} verifications, with a list
            of them. It is made in the background: you can close this window and come back.
          </p>
          <ArchiveForm decision={decision} />
        </Section>
        <Section title="Your files">
          <div ref={list} tabIndex={-1} className="outline-none">
            {error && !archives ? (
              <ErrorState
                {...failureOf(error, 'Couldn’t list your files')}
                onRetry={() => refetch()}
                isRetrying={isFetching}
              />
            ) : archives?.length === 0 ? (
              <p className="text-muted">None yet. A file stays here for a day.</p>
            ) : (
              <ul className="divide-y divide-rule">
                {archives?.map((archive) => (
                  <ArchiveItem
                    key={archive.id}
                    archive={archive}
                    onRemoved={() => list.current?.focus()}
                  />
                ))}
              </ul>
            )}
          </div>
        </Section>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>Close</Button>
      </ModalFooter>
    </Modal>
  );
}
