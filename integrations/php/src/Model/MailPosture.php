<?php

// Generated from openapi.json by `npm run generate`. Do not edit.

declare(strict_types=1);

namespace Mailsift\Model;

final class MailPosture
{
    public function __construct(
        public readonly MailPostureSpf $spf,
        public readonly MailPostureDmarc $dmarc,
        public readonly MailPostureMtaSts $mtaSts,
        public readonly MailPostureTlsRpt $tlsRpt,
        public readonly MailPostureBimi $bimi,
        public readonly MailPostureDane $dane,
        /** Always unknown: reports do not connect to mail servers. */
        public readonly MailPostureStarttls $starttls,
        /** DNS blocklists that the operator chose. */
        public readonly MailPostureBlocklists $blocklists,
    ) {
    }

    /** @param array<string, mixed> $json */
    public static function fromJson(array $json): self
    {
        return new self(
            spf: MailPostureSpf::fromJson($json['spf']),
            dmarc: MailPostureDmarc::fromJson($json['dmarc']),
            mtaSts: MailPostureMtaSts::fromJson($json['mta_sts']),
            tlsRpt: MailPostureTlsRpt::fromJson($json['tls_rpt']),
            bimi: MailPostureBimi::fromJson($json['bimi']),
            dane: MailPostureDane::fromJson($json['dane']),
            starttls: MailPostureStarttls::fromJson($json['starttls']),
            blocklists: MailPostureBlocklists::fromJson($json['blocklists']),
        );
    }
}
