import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import type { TryResult } from '@doorstep/contract/bulk-upload/try';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { createIntention } from '../../../lib/api/intention.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { refetchChanged } from '../../../lib/live/refetch-changed.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { preloadable } from '../../../ui/dialog/preloadable.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Constants } from './Constants.tsx';
import { MappingTable } from './MappingTable.tsx';
import { fieldWords } from './mapping-draft.ts';
import { Preview } from './Preview.tsx';
import { Problems } from './Problems.tsx';
import { Reading } from './Reading.tsx';
import { TakeBar } from './TakeBar.tsx';
import { TakenFile } from './TakenFile.tsx';
import { mappingsOf, type TryChange, take, triedQuery, tryAgain } from './try-queries.ts';

const SaveMappingModal = preloadable(() => import('./SaveMappingModal.tsx'));

const contentOf = ({ mapping: { fields, second } }: TryResult): MappingContent => ({
  fields,
  second,
});

export function TriedFile({ tried }: { tried: TryResult }) {
  const client = useQueryClient();
  const id = String(tried.upload_id);
  const [draft, setDraft] = useState<MappingContent>();
  const [isSaving, setSaving] = useState(false);
  const [intention] = useState(createIntention);
  const mappings = useQuery(mappingsOf(tried.lender?.id)).data ?? [];
  const content = draft ?? contentOf(tried);

  const again = useMutation({
    mutationFn: (change: TryChange) => tryAgain(id, { ...askedOf(tried, draft), ...change }),
    onSuccess: (result) => {
      client.setQueryData(triedQuery(id).queryKey, result);
      setDraft(undefined);
    },
  });
  const taking = useMutation({
    mutationFn: (revisits: boolean) =>
      take(tried, revisits, intention.keyFor({ id, revisits, revision: tried.revision })),
    onSuccess: () => intention.settle(),
    onSettled: () => refetchChanged(client, 'applicant'),
  });
  // Deletes the cached try of a file that was taken in. Otherwise a user who returns to this page would read
  // that nothing is stored yet.
  const isTaken = taking.isSuccess;
  useEffect(
    () => () => {
      if (isTaken) client.removeQueries({ queryKey: triedQuery(id).queryKey });
    },
    [isTaken, client, id],
  );
  if (taking.data) return <TakenFile id={tried.upload_id} taken={taking.data} />;

  const isBusy = again.isPending || taking.isPending;
  const failed = again.error ?? taking.error;
  // With a saved mapping, the problems and the preview come first, because the mapping needs no check.
  const isRecognised = tried.mapping.how === 'saved';
  const findings = (
    <>
      <Problems key={`problems-${tried.problems.total}`} {...tried} />
      <Preview rows={tried.rows} />
    </>
  );
  return (
    <div className="space-y-6">
      {tried.same_file && (
        <Notice tone="warning">
          This file was taken in on {formatDateTime(tried.same_file.at)} by{' '}
          <bdi>{tried.same_file.by}</bdi>.
        </Notice>
      )}
      {tried.missing_fields.length > 0 && (
        <Notice tone="warning">
          Choose a column or a text for:{' '}
          {tried.missing_fields.map((field) => fieldWords[field]).join(', ')}.
        </Notice>
      )}
      {tried.lender && tried.other_portfolios.length > 0 && (
        <Notice tone="warning">
          These portfolios do not belong to {tried.lender.name}:{' '}
          {tried.other_portfolios
            .map(({ name, lender }) => `${name} (${lender ?? 'no lender'})`)
            .join(', ')}
          . Their applicants get no due time of {tried.lender.name}.
        </Notice>
      )}
      {tried.missing_headings.length > 0 && (
        <Notice tone="warning">
          The mapping reads columns that this file does not have:{' '}
          <bdi>{tried.missing_headings.join(', ')}</bdi>.
        </Notice>
      )}
      <TakeBar
        tried={tried}
        isChanged={draft !== undefined}
        isTrying={again.isPending}
        isTaking={taking.isPending}
        onTry={() => again.mutate({})}
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
        tried={tried}
        mappings={mappings}
        hasTwoPoints={content.second !== null}
        isDisabled={isBusy}
        onTry={(change) => again.mutate(change)}
        onPoints={(count) =>
          setDraft({ ...content, second: count === 2 ? (content.second ?? {}) : null })
        }
      />
      <MappingTable headings={tried.headings} content={content} onChange={setDraft} />
      <Constants content={content} onChange={setDraft} />
      {tried.lender && (
        <Button onClick={() => setSaving(true)}>Save this mapping for {tried.lender.name}</Button>
      )}
      {!isRecognised && findings}
      <Suspense fallback={null}>
        {isSaving && tried.lender && (
          <SaveMappingModal
            tried={tried}
            lender={tried.lender}
            content={content}
            mappings={mappings}
            // Tries the file again with the saved mapping, so that the upload records this mapping.
            onSaved={({ id: mapping_id }) => again.mutate({ mapping_id, mapping: undefined })}
            onClose={() => setSaving(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Returns the options of the last try, with `draft` as the mapping if the user has changed the mapping. */
function askedOf(
  { lender, mapping, sheet, heading_row, ...tried }: TryResult,
  draft: MappingContent | undefined,
): NonNullable<TryChange> {
  const isOwn = draft !== undefined || mapping.how === 'sent';
  return {
    ...(lender && { lender_id: lender.id }),
    ...(isOwn && { mapping: draft ?? contentOf({ mapping } as TryResult) }),
    ...(!isOwn && mapping.id !== null && { mapping_id: mapping.id }),
    ...(tried.sheets.length > 1 && { sheet }),
    ...(heading_row > 0 && { heading_row }),
  };
}
