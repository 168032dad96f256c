import type { DryRunResult } from '@doorstep/contract/bulk-upload/dry-run';
import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { createIntention } from '../../../lib/api/intention.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { preloadable } from '../../../ui/dialog/preloadable.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { Constants } from './Constants.tsx';
import {
  type DryRunChange,
  dryRunQuery,
  mappingsOf,
  repeatDryRun,
  take,
} from './dry-run-queries.ts';
import { MappingTable } from './MappingTable.tsx';
import { fieldWords } from './mapping-draft.ts';
import { Preview } from './Preview.tsx';
import { Problems } from './Problems.tsx';
import { Reading } from './Reading.tsx';
import { TakeBar } from './TakeBar.tsx';
import { TakenFile } from './TakenFile.tsx';

const SaveMappingModal = preloadable(() => import('./SaveMappingModal.tsx'));

const contentOf = ({ mapping: { fields, second } }: DryRunResult): MappingContent => ({
  fields,
  second,
});

export function DryRunDetails({ dryRun }: { dryRun: DryRunResult }) {
  const client = useQueryClient();
  const id = String(dryRun.upload_id);
  const [draft, setDraft] = useState<MappingContent>();
  const [isSaving, setSaving] = useState(false);
  const [intention] = useState(createIntention);
  const mappings = useQuery(mappingsOf(dryRun.lender?.id)).data ?? [];
  const content = draft ?? contentOf(dryRun);

  const again = useMutation({
    mutationFn: (change: DryRunChange) =>
      repeatDryRun(id, { ...askedOf(dryRun, draft), ...change }),
    onSuccess: (result) => {
      client.setQueryData(dryRunQuery(id).queryKey, result);
      setDraft(undefined);
    },
  });
  const isShown = useIsShown();
  const taking = useMutation({
    meta: { notDone: 'The file was not taken in.' },
    mutationFn: (revisits: boolean) =>
      take(dryRun, revisits, intention.keyFor({ id, revisits, revision: dryRun.revision })),
    onSuccess: ({ message }) => {
      intention.settle();
      if (isShown.current) return;
      client.removeQueries({ queryKey: dryRunQuery(id).queryKey });
      toast.success(message, 6_000);
    },
    onSettled: () => refetchChanged(client, 'applicant'),
  });
  // Deletes the cached dry run of a file that was taken in. Otherwise a user who returns to this page would
  // read that nothing is stored yet.
  const isTaken = taking.isSuccess;
  useEffect(
    () => () => {
      if (isTaken) client.removeQueries({ queryKey: dryRunQuery(id).queryKey });
    },
    [isTaken, client, id],
  );
  if (taking.data) return <TakenFile id={dryRun.upload_id} taken={taking.data} />;

  const isBusy = again.isPending || taking.isPending;
  const failed = again.error ?? taking.error;
  // With a saved mapping, the problems and the preview come first, because the mapping needs no check.
  const isRecognised = dryRun.mapping.how === 'saved';
  const findings = (
    <>
      <Problems key={`problems-${dryRun.problems.total}`} {...dryRun} />
      <Preview rows={dryRun.rows} />
    </>
  );
  return (
    <div className="space-y-6">
      {dryRun.same_file && (
        <Notice tone="warning">
          This file was taken in on {formatDateTime(dryRun.same_file.at)} by{' '}
          <bdi>{dryRun.same_file.by}</bdi>.
        </Notice>
      )}
      {dryRun.missing_fields.length > 0 && (
        <Notice tone="warning">
          Choose a column or a text for:{' '}
          {dryRun.missing_fields.map((field) => fieldWords[field]).join(', ')}.
        </Notice>
      )}
      {dryRun.lender && dryRun.other_portfolios.length > 0 && (
        <Notice tone="warning">
          These portfolios do not belong to {dryRun.lender.name}:{' '}
          {dryRun.other_portfolios
            .map(({ name, lender }) => `${name} (${lender ?? 'no lender'})`)
            .join(', ')}
          . Their applicants get no due time of {dryRun.lender.name}.
        </Notice>
      )}
      {dryRun.missing_headings.length > 0 && (
        <Notice tone="warning">
          The mapping reads columns that this file does not have:{' '}
          <bdi>{dryRun.missing_headings.join(', ')}</bdi>.
        </Notice>
      )}
      <TakeBar
        dryRun={dryRun}
        isChanged={draft !== undefined}
        isReading={again.isPending}
        isTaking={taking.isPending}
        onRepeat={() => again.mutate({})}
        onTake={(revisits) => taking.mutate(revisits)}
      />
      {failed && (
        <Notice
          tone="negative"
          action={
            <Button size="sm" isBusy={isBusy} onClick={() => again.mutate({})}>
              Read the file again
            </Button>
          }
        >
          {messageOf(
            failed,
            taking.error
              ? 'The server did not answer. Take the file in again: nothing is stored twice.'
              : 'Couldn’t read the file. Try again.',
          )}
        </Notice>
      )}
      {isRecognised && findings}
      <Reading
        dryRun={dryRun}
        mappings={mappings}
        hasTwoPoints={content.second !== null}
        isDisabled={isBusy}
        onRepeat={(change) => again.mutate(change)}
        onPoints={(count) =>
          setDraft({ ...content, second: count === 2 ? (content.second ?? {}) : null })
        }
      />
      <MappingTable headings={dryRun.headings} content={content} onChange={setDraft} />
      <Constants content={content} onChange={setDraft} />
      {dryRun.lender && (
        <Button onClick={() => setSaving(true)}>Save this mapping for {dryRun.lender.name}</Button>
      )}
      {!isRecognised && findings}
      <Suspense fallback={null}>
        {isSaving && dryRun.lender && (
          <SaveMappingModal
            dryRun={dryRun}
            lender={dryRun.lender}
            content={content}
            mappings={mappings}
            // Repeats the dry run with the saved mapping, so that the upload records this mapping.
            onSaved={({ id: mapping_id }) => again.mutate({ mapping_id, mapping: undefined })}
            onClose={() => setSaving(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

/**
 * Returns the options of the last dry run, with `draft` as the mapping if the user has changed the mapping.
 */
function askedOf(
  { lender, mapping, sheet, heading_row, ...dryRun }: DryRunResult,
  draft: MappingContent | undefined,
): NonNullable<DryRunChange> {
  const isOwn = draft !== undefined || mapping.how === 'sent';
  return {
    ...(lender && { lender_id: lender.id }),
    ...(isOwn && { mapping: draft ?? contentOf({ mapping } as DryRunResult) }),
    ...(!isOwn && mapping.id !== null && { mapping_id: mapping.id }),
    ...(dryRun.sheets.length > 1 && { sheet }),
    ...(heading_row > 0 && { heading_row }),
  };
}
