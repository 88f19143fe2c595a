import process from"node:process";import{join}from"node:path";const EXAMPLE_ADDRESS=`jane.doe@gmail.com`;function welcome({origin,folder,token,signInLink}){return`
${signInLink?signIn(signInLink):`  Mailsift is ready.
`}
    API             ${origin}/v1
    API reference   ${origin}/docs
    Documentation   ${origin}/help/
    Data folder     ${folder}

${token?firstCall(origin,folder,token):`  Issue a token:

    npm run -s admin -- tokens issue --help
`}
  ${token?`The token is stored in ${folder}/token. `:``}${process.stdout.isTTY?`Press Ctrl-C to stop.`:``}
`}function signIn(link){return`  Mailsift is ready. Open this link to sign in; it works once, within an hour:

    ${link}
`}function firstCall(origin,folder,token){return`  Validate your first address:

    curl -G -H ${process.stdout.isTTY?`'SERVICE-EMAIL-API-TOKEN: ${token}'`:`"SERVICE-EMAIL-API-TOKEN: $(cat ${quoted(join(folder,`token`))})"`} ${origin}/v1/emails/validate --data-urlencode email=${EXAMPLE_ADDRESS}
`}function quoted(text){return`'${text.replaceAll(`'`,`'\\''`)}'`}export{welcome as n,EXAMPLE_ADDRESS as t};
//# sourceMappingURL=welcome-CJoxIxNZ.js.map