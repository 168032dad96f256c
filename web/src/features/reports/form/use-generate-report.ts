import { simpleGenerate } from '@doorstep/contract/reports';
import type { ReportForm } from '@doorstep/contract/reports/definition';
import { reportFileName } from '@doorstep/contract/reports/file-name';
import { texts } from '@doorstep/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { photoKey } from '../../../domain/photos/photos.ts';
import { reportVersionsQuery } from '../../../domain/reports/report-queries.ts';
import { verificationQuery } from '../../../domain/verifications/verification-queries.ts';
import { callFile } from '../../../lib/api/api-client.ts';
import { createIntention } from '../../../lib/api/intention.ts';
import { saveFile } from '../../../lib/download.ts';
import { useIsShown } from '../../../lib/use-is-shown.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import type { ReportFormValues } from './ReportField.tsx';

/**
 * The maximum age of the photo links that are sent, in milliseconds. Older ones are fetched again, because
 * links expire after some hours.
 */
const LINKS_FRESH_FOR = 30 * 60_000;

interface Sent {
  values: ReportFormValues;
  removed: string[];
}

/**
 * Saves a form, downloads the PDF, and calls `onDone`. It continues if the user leaves the dialog with Back:
 * `onDone` then gets `isShown` false, and a failure is shown as a toast.
 */
export function useGenerateReport({
  id,
  form,
  onDone,
}: {
  id: string;
  form: ReportForm;
  onDone: (sent: Sent, isShown: boolean) => void;
}) {
  const client = useQueryClient();
  const [intention] = useState(createIntention);
  const [isAlerting, setAlerting] = useState(false);
  const isShown = useIsShown();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ values, removed }: Sent) => {
      const fresh = await client.fetchQuery({
        ...verificationQuery(id),
        staleTime: LINKS_FRESH_FOR,
      });
      const image_urls = (fresh.image_urls ?? []).filter((url) => !removed.includes(photoKey(url)));
      const body = {
        ...values,
        template_type: form.template,
        image_urls,
        photographs_taken: image_urls.length,
      };
      const { blob } = await callFile(simpleGenerate, {
        body,
        // Photos are compared by `photoKey`, because a photo's link changes when it is fetched again.
        idempotencyKey: intention.keyFor([values, image_urls.map(photoKey)]),
      });
      intention.settle();
      saveFile(blob, reportFileName(values[form.applicant], form.template));
    },
    onSuccess: (_, sent) => {
      void client.invalidateQueries({ queryKey: reportVersionsQuery(id).queryKey });
      onDone(sent, isShown.current);
    },
    onError: (_, { values }) => {
      if (isShown.current) setAlerting(true);
      else toast.error(`${values[form.applicant] || id}: ${texts.pdf.generate}`, 6_000);
    },
  });
  return {
    generate: (values: ReportFormValues, removed: string[]) => {
      if (!isPending) mutate({ values, removed });
    },
    isPending,
    error,
    isAlerting,
    dismissAlert: () => setAlerting(false),
  };
}
