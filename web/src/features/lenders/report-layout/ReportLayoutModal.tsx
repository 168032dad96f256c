import {
  changeReportLayout,
  deleteReportLayout,
  getReportLayout,
  ReportLayout,
} from '@doorstep/contract/reports/layouts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { call } from '../../../lib/api/api-client.ts';
import { fieldErrorsOf, isNotOffered, messageOf } from '../../../lib/api/api-error.ts';
import { failedOf } from '../../../lib/api/conflicts.ts';
import { saveFile } from '../../../lib/download.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { lenderQuery } from '../lender-queries.ts';

const longestFile = 300_000;
const tooLarge = 'This file is larger than 300 KB. Choose a smaller one.';

interface ReportLayoutModalProps {
  id: string;
  onClose: () => void;
}

export default function ReportLayoutModal({ id, onClose }: ReportLayoutModalProps) {
  const client = useQueryClient();
  const queryKey = ['lenders', 'report-layout', id];
  const lender = useQuery(lenderQuery(id));
  const current = useQuery({
    queryKey,
    // A 404 means that the lender uses the standard layout.
    queryFn: ({ signal }) =>
      call(getReportLayout, { params: { id }, signal }).catch((error: unknown) => {
        if (isNotOffered(error)) return null;
        throw error;
      }),
  });
  const [chosen, setChosen] = useState<ReportLayout>();
  const [problems, setProblems] = useState<string[]>([]);
  const input = useRef<HTMLInputElement>(null);
  // While no file is chosen, the submit button deletes the current layout, but not after an invalid file.
  const isWrong = problems.length > 0;
  const isDropping = chosen === undefined && !isWrong && Boolean(current.data);
  const save = useMutation({
    mutationFn: async () => {
      if (chosen) await call(changeReportLayout, { params: { id }, body: chosen });
      else await call(deleteReportLayout, { params: { id } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey }),
    onError: (error) => setProblems(Object.entries(fieldErrorsOf(error)).map(inWords)),
  });
  const choose = async (file: File) => {
    save.reset();
    setChosen(undefined);
    const isTooLarge = file.size > longestFile;
    const read: ReadLayout = isTooLarge ? { problems: [tooLarge] } : readLayout(await file.text());
    setProblems(read.problems);
    setChosen(read.layout);
  };
  const name = lender.data?.name ?? '';
  const failed =
    failedOf(lender, 'Couldn’t load the lender') ?? failedOf(current, 'Couldn’t load the layout');
  return (
    <FormModal
      title="Report layout"
      subtitle={<bdi>{name}</bdi>}
      size="lg"
      {...{ failed, onClose }}
      isLoading={!lender.data || current.data === undefined}
      isDirty={chosen !== undefined}
      error={
        save.error && !isWrong && messageOf(save.error, 'Couldn’t save the layout. Try again.')
      }
      submit={{
        label: save.isPending
          ? 'Saving...'
          : isDropping
            ? 'Use the standard layout'
            : 'Use this layout',
        isBusy: save.isPending,
        isDisabled: !isDropping && (!chosen || isWrong),
        ...(isDropping && { variant: 'danger' }),
      }}
      success={
        save.isSuccess
          ? {
              text: chosen
                ? `Reports for ${name} have the layout “${chosen.name}” from now on.`
                : `Reports for ${name} have the standard layout.`,
            }
          : undefined
      }
      onSubmit={() => save.mutate()}
    >
      <p>
        {current.data ? (
          <>
            Current layout: <b>{current.data.layout.name}</b>, since{' '}
            {formatDateTime(current.data.created_at)}.
          </>
        ) : (
          'Current layout: the standard layout.'
        )}{' '}
        <span className="text-muted">
          A layout is a JSON file. It orders sections, hides and renames fields, and has the
          lender’s logo and words. Reports that were already made do not change.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          aria-label="File of the layout"
          className="sr-only"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void choose(file);
            // Cleared, because otherwise choosing the same file again would cause no change event.
            currentTarget.value = '';
          }}
        />
        <Button onClick={() => input.current?.click()}>
          <FileUp aria-hidden /> Choose a layout
        </Button>
        {current.data && (
          <Button
            onClick={() =>
              current.data &&
              saveFile(
                new Blob([JSON.stringify(current.data.layout, null, 2)], {
                  type: 'application/json',
                }),
                'report-layout.json',
              )
            }
          >
            <Download aria-hidden /> Download the layout
          </Button>
        )}
      </div>
      {chosen && !isWrong && (
        <Notice tone="info">
          “{chosen.name}” is valid. Press “Use this layout” to use it for later reports.
        </Notice>
      )}
      {isWrong && (
        <Notice tone="negative">
          <p className="font-semibold">This layout can’t be used</p>
          <ul>
            {problems.slice(0, 20).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormModal>
  );
}

const inWords = ([path, message]: [string, string]) => (path ? `${path}: ${message}` : message);

interface ReadLayout {
  layout?: ReportLayout;
  problems: string[];
}

function readLayout(text: string): ReadLayout {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problems: ['This file is not valid JSON. Correct it, then choose it again.'] };
  }
  const { data, error } = ReportLayout.safeParse(json);
  return data
    ? { layout: data, problems: [] }
    : { problems: error.issues.map((issue) => inWords([issue.path.join('.'), messageFor(issue)])) };
}

const types: Record<string, string> = { string: 'a text', array: 'a list', object: 'an object' };

function messageFor(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `Remove ${issue.keys.join(', ')}. A layout can’t have this here`;
  if (issue.code === 'invalid_value') return `Use one of ${issue.values.join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  return `This must be ${types[issue.expected] ?? issue.expected}`;
}
