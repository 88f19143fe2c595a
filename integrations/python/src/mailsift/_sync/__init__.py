# Generated from openapi.json by `npm run generate`. Do not edit.
