// PORT=8000 MAILSIFT_TOKEN=ms_r_… go run sign_up.go
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"time"
)

var client = http.Client{Timeout: 2 * time.Second}

type insight struct {
	Tier       string
	Suggestion *string
	Reasons    []struct{ Sentence string }
}

// What to tell the person; empty if the address is taken. Whatever keeps the service from answering, it is.
func refusalOf(email string) string {
	query := url.Values{"email": {email}, "policy": {"sign-up"}}
	request, err := http.NewRequest("GET", setting("MAILSIFT_SERVER", "http://127.0.0.1:3000")+"/insight/emails/validate?"+query.Encode(), nil)
	if err != nil {
		log.Print("The address was accepted without a check: MAILSIFT_SERVER is not a URL")
		return ""
	}
	request.Header.Set("SERVICE-EMAIL-API-TOKEN", os.Getenv("MAILSIFT_TOKEN"))
	response, err := client.Do(request)
	if err != nil {
		log.Print("The address was accepted without a check: no answer")
		return ""
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusBadRequest {
		return "Please check the address."
	}
	var answer insight
	if response.StatusCode != http.StatusOK || json.NewDecoder(response.Body).Decode(&answer) != nil {
		log.Print("The address was accepted without a check: ", response.Status)
		return ""
	}
	if answer.Tier != "unsafe" {
		return ""
	}
	if answer.Suggestion != nil {
		return fmt.Sprintf("Did you mean %s?", *answer.Suggestion)
	}
	return answer.Reasons[0].Sentence
}

func signUp(writer http.ResponseWriter, request *http.Request) {
	if refusal := refusalOf(request.PostFormValue("email")); refusal != "" {
		writer.WriteHeader(http.StatusUnprocessableEntity)
		fmt.Fprint(writer, refusal)
		return
	}
	// Create the account here.
	fmt.Fprint(writer, "Welcome!")
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	http.HandleFunc("/sign-up", signUp)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+setting("PORT", "8000"), nil))
}
